import { expect, test } from 'vitest'
import { breadcrumb, menuEntry } from './place.ts'

test.each([
  ['/dashboard', ['Dashboard']],
  ['/customer-master/customers', ['Customers', 'Contacts']],
  ['/customer-master/customers/create', ['Customers', 'Contacts', 'Create Contact']],
  ['/customer-master/uploadfile/groupId/1', ['Customers', 'Upload']],
  ['/customer-master/error/1', ['Customers', 'Error List']],
  ['/campaigns/broadcast/1', ['Campaign', 'Broadcasts']],
  ['/campaigns/broadcast/create', ['Converse', 'Quick Send']],
])('%s is %j', (path, names) => {
  expect(breadcrumb(path)).toEqual(names)
})

test('an entry of the menu is the one that goes deepest', () => {
  expect(menuEntry('/campaigns/broadcast/create')?.label).toBe('Quick Send')
  expect(menuEntry('/campaigns/broadcasting')).toBeUndefined()
})
