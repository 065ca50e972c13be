/** What a spreadsheet would take for a formula. */
const formula = /^[=+\-@\t\r]/

/** A cell that no spreadsheet runs: an apostrophe stands before what looks like a formula. importedCell takes it away. */
const safe = (value: string) => (formula.test(value) ? `'${value}` : value)

/** A cell as it was before it was exported as safe: a phone number gets its plus sign back. */
export const importedCell = (value: string) =>
  value.charCodeAt(0) === 0x27 && formula.test(value.slice(1)) ? value.slice(1) : value

/** One line of a CSV for download, by RFC 4180, with no live cell. */
export const csvLine = (values: readonly string[]): string =>
  `${values
    .map(safe)
    .map(value => (/[",;\r\n|\t]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value))
    .join(',')}\r\n`

/** Spreadsheets take a file for UTF-8 by it. */
export const byteOrderMark = '\ufeff'
