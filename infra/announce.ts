import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** DATA_DIR/demo.json, which the seed writes. */
export const Demo = z.object({
  signIns: z.array(z.object({ emailId: z.string(), password: z.string(), role: z.string() })),
})

/** Prints where everything is, once it runs. */
export function announce(at: {
  address: string
  dataDir: string
  simulatorUrl: string | undefined
  tookMs: number
}): void {
  const demo = join(at.dataDir, 'demo.json')
  const { signIns } = existsSync(demo) ? Demo.parse(JSON.parse(readFileSync(demo, 'utf8'))) : { signIns: [] }
  const rows = [
    ['address', at.address],
    ...signIns.map(({ emailId, password, role }) => ['sign in', `${emailId}  ${password}  (${role})`]),
    ['API', `${at.address}/docs`],
    ...(at.simulatorUrl ? [['simulator', at.simulatorUrl]] : []),
    ['data', at.dataDir],
    ['logs', join(at.dataDir, 'logs')],
  ]
  console.log(`\nParley is ready (${(at.tookMs / 1000).toFixed(1)} s)`)
  for (const [name = '', value] of rows) console.log(`  ${name.padEnd(12)}${value}`)
  console.log('\nCtrl-C stops it; the data stays.')
}
