import { expect, test } from 'vitest'
import { until } from '../until.ts'
import { looksRight, openPage, signIn, startParley } from './parley.ts'

const parley = await startParley()
const { page, context, errors } = await openPage('phone', 'dark')

test('the sign-in page refuses a wrong password beside the form, at phone width in the dark', async () => {
  await page.goto(`${parley.address}/customer-master/customers`)
  await page.waitForURL(/\/login/)
  await page.getByLabel(/e-?mail/i).fill('agent@demo.example')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('The e-mail address or the password is not right').waitFor()
  await looksRight(page, 'phone-sign-in')
})

test('an agent sees neither the menu entry nor the screen of contacts', async () => {
  await signIn(page, parley, 'Handle Chats')
  await page.goto(`${parley.address}/customer-master/customers`)
  await page.getByText('Access Denied').first().waitFor()
  await page.getByRole('button', { name: /menu/i }).first().click()
  await page.getByRole('link', { name: 'Quick Send' }).waitFor()
  expect(await page.getByRole('link', { name: 'Contacts' }).count()).toBe(0)
  await looksRight(page, 'phone-menu')
})

test('the agent sends a template to a typed number and watches it be read', async () => {
  await page.getByRole('link', { name: 'Quick Send' }).click()
  await page.getByRole('combobox', { name: 'Choose Channel' }).click()
  await page.getByRole('option', { name: /Demo WhatsApp/ }).click()
  await page.getByRole('combobox', { name: 'Choose Template' }).click()
  await page.getByRole('option', { name: /welcome/ }).click()
  await page.getByLabel('Mobile Numbers').fill('+91 98765 43220, 98765')
  await page.getByLabel('Value of {{1}}').fill('Asha')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('98765', { exact: true }).first().waitFor()
  await looksRight(page, 'phone-send-check')
  await dialog.getByRole('button', { name: /remove/i }).click()
  const send = dialog.getByRole('button', { name: /^Send/ })
  await until('the number to be taken out', () => send.isEnabled())
  await send.click()
  await page.waitForURL(/\/campaigns\/broadcast\/?$/)
  await page.getByText('Completed').first().waitFor({ timeout: 60_000 })
  await page.getByRole('row', { name: /welcome/ }).click()
  const read = page
    .locator('dt', { hasText: /^Read$/ })
    .locator('xpath=following-sibling::dd')
    .first()
  await until('the message to be read', async () => (await read.textContent())?.trim() === '1', 30_000)
  await looksRight(page, 'phone-broadcast')
})

test('going offline is shown, and the page catches up by itself', async () => {
  await context.setOffline(true)
  await page.getByText('Network is offline,Please Turn On Internet!').last().waitFor()
  await context.setOffline(false)
  await page.getByText('Network is Back!').last().waitFor()
  expect(errors).toEqual([])
})
