import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { demoCsv } from '../csv.ts'
import { until } from '../until.ts'
import { looksRight, openPage, signIn, startParley } from './parley.ts'

const parley = await startParley()
const { page, errors } = await openPage()
const number = (text: string | null) => Number((text ?? '').replace(/\D/g, ''))
/** A text that a person sees; some stand in the page twice, for two widths. */
const seen = (text: string | RegExp) => page.getByText(text).filter({ visible: true }).first().waitFor()
/** The figure under or beside a label of a definition list. */
const figure = async (name: string) =>
  number(
    await page
      .locator('dt', { hasText: new RegExp(`^${name}$`) })
      .locator('xpath=following-sibling::dd')
      .first()
      .textContent(),
  )

async function choose(at: Page, label: string, option: string | RegExp): Promise<void> {
  await at.getByRole('combobox', { name: label }).click()
  await at.getByRole('option', { name: option }).first().click()
  await at.keyboard.press('Escape')
}
async function sendFile(name: string, text: string): Promise<void> {
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await page.getByRole('heading', { name: 'Map the columns' }).waitFor()
}

/** Codes of refusals that are not tried again. */
const refusedForGood = [131026, 131047, 131049]
const whole = demoCsv({ rows: 20_000, bad: 200, repeated: 40 })
const chosen = demoCsv({ rows: 2_000, bad: 0 })

test('an administrator signs in and comes to an empty phone book that leads on', async () => {
  await signIn(page, parley, 'Administrator')
  await looksRight(page, 'dashboard')
  await page.getByRole('link', { name: 'Contacts' }).first().click()
  await page.getByText('No Record Found').waitFor()
  await looksRight(page, 'contacts-empty')
  await page.getByRole('link', { name: 'Import CSV' }).first().click()
  await page.getByRole('heading', { name: 'Upload' }).waitFor()
})

test('what is not a CSV is refused with a sentence before anything is written', async () => {
  const picker = page.locator('input[type=file]')
  await picker.setInputFiles({ name: 'sheet.xlsx', mimeType: 'application/zip', buffer: Buffer.from('PK\u0003\u0004') })
  await page.getByText(/Only CSV files are accepted/).waitFor()
  await picker.setInputFiles({
    name: 'sheet.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('PK\u0003\u0004\u0000\u0000'),
  })
  await page
    .getByText(/not a CSV/)
    .first()
    .waitFor()
})

test('20,000 rows are mapped, previewed and imported with live progress and exact totals, through a killed worker', async () => {
  await sendFile('customers.csv', whole.text)
  expect(await page.getByLabel('Field for Loyalty points').inputValue()).toBe('points')
  await page.getByText('Olga No 9').or(page.getByText('Ravi No 2')).first().waitFor()
  await looksRight(page, 'import-mapping')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await page.getByText('Uploaded Succesfully').waitFor()
  const bar = page.getByRole('progressbar', { name: 'Import' })
  const progress = async () => Number(await bar.getAttribute('aria-valuenow'))
  const told = new Set<number>()
  await until('some progress', async () => told.add(await progress()) && [...told].some(value => value > 5), 60_000)
  process.kill(parley.workers(), 'SIGKILL')
  await until(
    'the end of the import',
    async () => told.add(await progress()) && told.has(100) && (await figure('Created')) > 0,
    120_000,
  )
  expect(told.size).toBeGreaterThan(3)
  const { expected } = whole
  await until('all counts', async () => (await figure('Created')) === expected.customers, 30_000)
  expect({
    total: await figure('Total'),
    accepted: await figure('Accepted'),
    error: await figure('Error'),
    duplicates: await figure('Duplicates'),
    created: await figure('Created'),
  }).toEqual({
    total: expected.totalLines,
    accepted: expected.acceptedLines,
    error: expected.errorLines,
    duplicates: expected.duplicateLines,
    created: expected.customers,
  })
  await looksRight(page, 'import-done')
})

test('the refused rows are listed with their reasons, and My Uploads has the totals', async () => {
  await page.getByRole('link', { name: 'Error List' }).click()
  const { refused } = whole.expected
  await seen(refused[0]?.message ?? '')
  await seen(refused[9]?.message ?? '')
  await looksRight(page, 'import-errors')
  await page.getByRole('link', { name: 'My Uploads' }).first().click()
  const row = page.getByRole('row', { name: /customers\.csv/ })
  await row.waitFor()
  expect((await row.innerText()).replace(/\s+/g, ' ')).toContain('20,000 19,800 200')
  await looksRight(page, 'uploads')
})

test('a group is made, and 2,000 of the customers are put into it by a second file', async () => {
  await page.getByRole('link', { name: 'Contacts' }).first().click()
  await page.getByText(/19,7\d\d contacts/).waitFor()
  await page.getByRole('button', { name: /create group|add group/i }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Spring sale')
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.getByText('Spring sale').first().click()
  await page.waitForURL(/group=/)
  await page.getByRole('link', { name: 'Upload', exact: true }).first().click()
  await sendFile('spring.csv', chosen.text)
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await until('the import', async () => (await figure('Created')) + (await figure('Updated')) === 2_000, 60_000)
  await page.getByRole('link', { name: 'View Customer' }).click()
  await seen('2,000 contacts')
  await looksRight(page, 'contacts')
})

test('they get a broadcast whose counts end exact and equal to the provider’s log, through a killed worker', async () => {
  await page.getByRole('link', { name: 'Quick Send' }).first().click()
  await choose(page, 'Choose Channel', /Demo WhatsApp/)
  await choose(page, 'Choose Template', /welcome/)
  await choose(page, 'Groups', /Spring sale/)
  await page.getByLabel('Value type of {{1}}').selectOption('column')
  await page.getByLabel('Column of {{1}}').selectOption('name')
  await looksRight(page, 'send')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('2,000').first().waitFor()
  await looksRight(page, 'send-check')
  await dialog.getByRole('button', { name: /^Send/ }).click()
  await page.waitForURL(/\/campaigns\/broadcast\/?$/)
  await page.getByRole('row', { name: /welcome/ }).click()
  await page.waitForURL(/\/campaigns\/broadcast\/[0-9a-f]{24}/)
  const sent = async () =>
    (await figure('Accepted')) + (await figure('Sent')) + (await figure('Delivered')) + (await figure('Read'))
  await until('the first messages', async () => (await sent()) > 200, 60_000)
  process.kill(parley.workers(), 'SIGKILL')
  await page.getByText('Completed', { exact: true }).first().waitFor({ timeout: 150_000 })

  const shown = async () => ({
    accepted: await figure('Accepted'),
    unknown: await figure('Unknown'),
    sent: await figure('Sent'),
    failed: await figure('Failed'),
    delivered: await figure('Delivered'),
    read: await figure('Read'),
  })
  await until('every report', async () => (await parley.provider()).pendingReports === 0, 60_000)
  await until(
    'the screen to show the provider’s last report',
    async () => {
      const { byFinalStatus } = await parley.provider()
      const now = await shown()
      return (
        now.read === byFinalStatus.read && now.delivered === byFinalStatus.delivered && now.sent === byFinalStatus.sent
      )
    },
    60_000,
  )
  const log = await parley.provider()
  const now = await shown()
  expect(log.duplicates).toBe(0)
  // a message that was under way at the kill may have reached the provider or not; its row says so
  expect(Object.values(now).reduce((sum, count) => sum + count, 0)).toBe(2_000)
  expect(now.unknown).toBeLessThanOrEqual(80)
  const within = (difference: number) => difference >= 0 && difference <= now.unknown
  const refused = refusedForGood.reduce((sum, code) => sum + (log.refusedByCode[code] ?? 0), 0)
  // nobody is missing at the provider, and every failure and silence is its own, but for those under way
  expect(2_000 - log.accepted - refused).toSatisfy(within)
  expect(log.byFinalStatus.failed + refused - now.failed).toSatisfy(within)
  expect(log.byFinalStatus.none - now.accepted).toSatisfy(within)
  await looksRight(page, 'broadcast')
})

test('each recipient has a status, a history, and a reason where it failed', async () => {
  await page.getByRole('combobox', { name: 'Status' }).selectOption('failed')
  const row = page.getByRole('row', { name: /Failed/ }).first()
  await row.waitFor()
  await row.click()
  const dialog = page.getByRole('dialog', { name: 'Message Status' })
  await dialog.getByText('Current Status').waitFor()
  await dialog.getByText('Channel message Id').waitFor()
  await looksRight(page, 'message-status')
  await page.keyboard.press('Escape')
  expect(errors).toEqual([])
})
