import { innerScreens, menu, type Screen } from '#contracts/screens.ts'

/** The screen of `screens` whose address is the longest beginning of `path`. */
function longest<S extends Screen>(screens: readonly S[], path: string): S | undefined {
  return screens
    .filter(screen => path === screen.path || path.startsWith(`${screen.path}/`))
    .sort((a, b) => b.path.length - a.path.length)[0]
}

const inMenu = menu.flatMap(section => section.screens.map(screen => ({ ...screen, section: section.label })))

/** The menu's entry that `path` belongs to. */
export const menuEntry = (path: string) => longest(inMenu, path)

/** Where `path` is, from the section down: `['Customers', 'Contacts', 'Create Contact']`. */
export function breadcrumb(path: string): string[] {
  const entry = menuEntry(path)
  const inner = longest(innerScreens, path)
  // of one address the menu has the name
  const deeper = inner && inner.path.length > (entry?.path.length ?? 0) ? inner.label : undefined
  const section = entry?.section ?? inMenu.find(screen => area(screen.path) === area(path))?.section
  return [section, entry?.label, deeper].filter(name => typeof name === 'string').filter(Boolean)
}

const area = (path: string) => path.split('/')[1]
