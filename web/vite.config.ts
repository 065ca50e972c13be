import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import autoprefixer from 'autoprefixer'
import tailwindcss from 'tailwindcss'
import { defineConfig } from 'vite'
import tailwind from './tailwind.ts'
import { weighSignIn } from './weigh.ts'

const web = import.meta.dirname
const services = `http://127.0.0.1:${process.env.PORT ?? 8080}`

/** A call, not a navigation: screens and calls share addresses. */
const calls = {
  target: services,
  bypass: (request: { headers: { accept?: string }; url?: string }) =>
    request.headers.accept?.includes('text/html') ? request.url : undefined,
}

export default defineConfig({
  root: web,
  base: '/',
  plugins: [react(), weighSignIn({ maxBytes: 80_000 })],
  css: { postcss: { plugins: [tailwindcss(tailwind), autoprefixer()] } },
  build: {
    outDir: join(web, '../dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/account': calls,
      '/e/': calls,
      '/chatbird': calls,
      '/docs': calls,
      '/actions': { target: services, ws: true },
    },
  },
})
