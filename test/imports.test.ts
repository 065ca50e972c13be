import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'

const folders = ['contracts', 'services', 'workers', 'web/src', 'infra', 'loadtest', 'test']
const files = folders.flatMap(folder => globSync(`${folder}/**/*.{ts,tsx}`)).map(path => path.replaceAll('\\', '/'))
const isTest = (path: string) => /\.test\.tsx?$/.test(path) || path.startsWith('test/')

interface Import {
  from: string
  /** a file of the project, or a package */
  to: string
}

const aliases: Record<string, string> = {
  '#contracts/': 'contracts/',
  '#common/': 'services/common/',
  '#services/': 'services/',
  '#infra/': 'infra/',
  '#test/': 'test/',
}
function resolve(from: string, name: string): string {
  if (name.startsWith('.')) return posix.join(posix.dirname(from), name)
  for (const [alias, folder] of Object.entries(aliases))
    if (name.startsWith(alias)) return folder + name.slice(alias.length)
  return name
}
const imports: Import[] = files.flatMap(from => {
  const names = readFileSync(from, 'utf8').matchAll(/(?:\bfrom\s+|^import\s+|\bimport\(\s*)['"]([^'"\n]+)['"]/gm)
  return [...names].map(([, name]) => ({ from, to: resolve(from, name ?? '') }))
})
const isOurs = (to: string) => folders.some(folder => to.startsWith(`${folder}/`)) || to.startsWith('web/')
const serviceOf = (path: string) => /^services\/(\w+)\//.exec(path)?.[1]

/** What breaks the rule, as sentences; tests may reach further than what they test. */
const breaking = (broken: (one: Import) => boolean) =>
  imports.filter(one => !isTest(one.from) && broken(one)).map(({ from, to }) => `${from} imports ${to}`)

test('the project was read', () => {
  expect(files.length).toBeGreaterThan(50)
  expect(imports.length).toBeGreaterThan(200)
})

test('contracts depend on zod alone', () => {
  expect(
    breaking(({ from, to }) => from.startsWith('contracts/') && to !== 'zod' && !to.startsWith('contracts/')),
  ).toEqual([])
})

test('common knows contracts, and no domain', () => {
  const allowed = (to: string) => to.startsWith('contracts/') || to.startsWith('services/common/')
  expect(breaking(({ from, to }) => from.startsWith('services/common/') && isOurs(to) && !allowed(to))).toEqual([])
})

test('providers know contracts and common', () => {
  const allowed = (to: string) => /^(contracts|services\/common|services\/providers)\//.test(to)
  expect(breaking(({ from, to }) => from.startsWith('services/providers/') && isOurs(to) && !allowed(to))).toEqual([])
})

test('a service reaches another one through its public.ts alone', () => {
  const shared = ['common', 'providers']
  expect(
    breaking(({ from, to }) => {
      const [mine, theirs] = [serviceOf(from), serviceOf(to)]
      if (!mine || !theirs || mine === theirs || shared.includes(theirs)) return false
      return !to.endsWith('/public.ts')
    }),
  ).toEqual([])
})

test('services know nothing of workers, web, infra or tests', () => {
  const beyond = /^(workers|web|infra|test|loadtest)\//
  expect(breaking(({ from, to }) => from.startsWith('services/') && beyond.test(to))).toEqual([])
})

test('workers know services and contracts; nothing knows workers', () => {
  const allowed = /^(contracts|services|workers)\//
  expect(breaking(({ from, to }) => from.startsWith('workers/') && isOurs(to) && !allowed.test(to))).toEqual([])
  expect(breaking(({ from, to }) => !from.startsWith('workers/') && to.startsWith('workers/'))).toEqual([])
})

test('the web client knows contracts alone', () => {
  const allowed = /^(contracts|web)\//
  expect(breaking(({ from, to }) => from.startsWith('web/') && isOurs(to) && !allowed.test(to))).toEqual([])
})

test('only api and socket know an address of the server', () => {
  const addresses = /['"`]\/(chatbird|e|account|actions)\//
  const knowing = files.filter(
    path => path.startsWith('web/src/') && !isTest(path) && addresses.test(readFileSync(path, 'utf8')),
  )
  const allowed = /^web\/src\/(api|socket|files|account\/addresses)\.ts$/
  expect(knowing.filter(path => !allowed.test(path))).toEqual([])
})

test('native collections and GridFS are common’s alone', () => {
  const native = /\.collection[.(<]|GridFSBucket/
  const using = files.filter(
    path => /^(services|workers)\//.test(path) && !isTest(path) && native.test(readFileSync(path, 'utf8')),
  )
  expect(using.filter(path => !path.startsWith('services/common/'))).toEqual([])
})

test('these places alone look beyond one enterprise', () => {
  const places = files.filter(
    path =>
      /^(services|workers)\//.test(path) &&
      !isTest(path) &&
      /(?<!function )\bunscoped\(/.test(readFileSync(path, 'utf8')),
  )
  expect(places.sort()).toEqual([
    'services/broadcast/sweep.ts',
    'services/broadcast/webhook-events.ts',
    'services/common/session.ts',
    'services/contacts/imports.ts',
    'services/enterprise/channels.ts',
    'services/enterprise/sign-in.ts',
    'services/enterprise/users.ts',
  ])
})

test('no file of a service imports in a circle', () => {
  const graph = Map.groupBy(imports, ({ from }) => from)
  const state = new Map<string, 'open' | 'done'>()
  const circles: string[] = []
  const visit = (path: string, trail: string[]): void => {
    if (state.get(path) === 'done') return
    if (state.get(path) === 'open') return void circles.push([...trail.slice(trail.indexOf(path)), path].join(' → '))
    state.set(path, 'open')
    for (const { to } of graph.get(path) ?? []) if (isOurs(to)) visit(to, [...trail, path])
    state.set(path, 'done')
  }
  for (const path of files.filter(path => !path.startsWith('web/'))) visit(path, [])
  expect(circles).toEqual([])
})
