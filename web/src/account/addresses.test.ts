import { expect, test } from 'vitest'
import * as account from '#contracts/account.ts'
import * as addresses from './addresses.ts'

test.each(Object.entries(addresses))('%s is where the contract has it', (name, { method, path }) => {
  const declared = Object.entries(account).find(([key]) => key === name)?.[1]
  expect(declared).toMatchObject({ method, path })
})
