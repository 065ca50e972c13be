import { expect, test } from 'vitest'
import { formatted, type Piece } from './formatted.ts'

const short = (pieces: Piece[]): string =>
  pieces
    .map(piece => {
      if ('text' in piece) return piece.text
      if ('place' in piece) return `<${piece.place}>`
      return `[${piece.style} ${short(piece.pieces)}]`
    })
    .join('')
const read = (text: string) => short(formatted(text))

test('each mark makes its style, also one inside another', () => {
  expect(read('*a* _b_ ~c~ ```d```')).toBe('[bold a] [italic b] [strike c] [mono d]')
  expect(read('*all _of_ it*')).toBe('[bold all [italic of] it]')
})

test('a place is read in plain text and inside a style', () => {
  expect(read('Order *{{2}}* for {{ name }}.')).toBe('Order [bold <2>] for <name>.')
})

test('a sign that marks nothing stays as written', () => {
  for (const text of ['2 * 3 * 4', 'snake_case_name', '*open', '* blank *', '*over\nlines*', '**', '``````'])
    expect(read(text)).toBe(text)
})

test('monospace keeps the marks and lines in it', () => {
  expect(read('```*x*\n_y_```')).toBe('[mono *x*\n_y_]')
})
