import { gzipSync } from 'node:zlib'
import type { Plugin, Rollup } from 'vite'

/**
 * Fails the build when the script of the sign-in page (the entry and the page's own chunk, with all that they import)
 * weighs more than `maxBytes` gzipped.
 */
export function weighSignIn({ maxBytes }: { maxBytes: number }): Plugin {
  return {
    name: 'weigh-sign-in',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
      const page = chunks.find(chunk => chunk.facadeModuleId?.endsWith('/account/sign-in.tsx'))
      const entry = chunks.find(chunk => chunk.isEntry)
      if (!entry || !page) return this.error('The build has no entry or no sign-in page to weigh')
      const loaded = withImports([entry, page], chunks)
      const bytes = loaded.reduce((sum, chunk) => sum + gzipSync(chunk.code, { level: 9 }).length, 0)
      const files = loaded.map(chunk => chunk.fileName).join(', ')
      const report = `The sign-in page loads ${(bytes / 1000).toFixed(1)} kB of script, gzipped (${files})`
      if (bytes > maxBytes) this.error(`${report}: more than ${maxBytes / 1000} kB`)
      this.info(report)
    },
  }
}

function withImports(from: Rollup.OutputChunk[], all: Rollup.OutputChunk[]): Rollup.OutputChunk[] {
  const found = new Set(from)
  for (const chunk of found)
    for (const name of chunk.imports) {
      const imported = all.find(other => other.fileName === name)
      if (imported) found.add(imported)
    }
  return [...found]
}
