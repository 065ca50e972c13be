export type Style = 'bold' | 'italic' | 'strike' | 'mono'
/** A piece of a message's text: plain, a `{{place}}` that a send fills, or pieces in a style. */
export type Piece = { text: string } | { place: string } | { style: Style; pieces: Piece[] }

const marks = { '*': 'bold', _: 'italic', '~': 'strike' } as const
type Mark = keyof typeof marks
const isMark = (sign: string | undefined): sign is Mark => sign !== undefined && sign in marks
const isWord = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}]/u.test(sign)
const isBlank = (sign: string | undefined) => sign === undefined || /\s/.test(sign)
const fence = '```'

/**
 * Reads `*bold*`, `_italic_`, `~strike~` and triple-backtick monospace as WhatsApp shows them: a mark stands at the edge
 * of words, has no blank inside its edge and ends on its line; monospace is left as it is written.
 */
export function formatted(text: string): Piece[] {
  const pieces: Piece[] = []
  let plain = ''
  const add = (piece: Piece) => {
    if (plain) pieces.push(...places(plain))
    plain = ''
    pieces.push(piece)
  }
  for (let at = 0; at < text.length; ) {
    const sign = text[at]
    if (text.startsWith(fence, at)) {
      const end = text.indexOf(fence, at + fence.length)
      if (end > at + fence.length) {
        add({ style: 'mono', pieces: places(text.slice(at + fence.length, end)) })
        at = end + fence.length
        continue
      }
    }
    const end = isMark(sign) ? closing(text, at, sign) : -1
    if (isMark(sign) && end > 0) {
      add({ style: marks[sign], pieces: formatted(text.slice(at + 1, end)) })
      at = end + 1
      continue
    }
    plain += sign
    at += 1
  }
  if (plain) pieces.push(...places(plain))
  return pieces
}

/** Where the mark that opens at `at` is closed; -1 when it is only a sign. */
function closing(text: string, at: number, mark: Mark): number {
  if (isWord(text[at - 1]) || isBlank(text[at + 1])) return -1
  for (let end = at + 2; end < text.length && text[end] !== '\n'; end += 1)
    if (text[end] === mark && !isBlank(text[end - 1]) && !isWord(text[end + 1])) return end
  return -1
}

/** A text without styles, split at its `{{places}}`. */
function places(text: string): Piece[] {
  return text
    .split(/(\{\{\s*\w+\s*\}\})/)
    .filter(Boolean)
    .map(part => {
      const name = /^\{\{\s*(\w+)\s*\}\}$/.exec(part)?.[1]
      return name === undefined ? { text: part } : { place: name }
    })
}
