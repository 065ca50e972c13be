import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { formatted, type Piece } from './formatted.ts'

/** What stands for places: the text itself, or (`isPlace`) what will be filled in there, such as a column. */
export type Places = Readonly<Record<string, { text: string; isPlace?: boolean }>>

/** A message's text in its styles, with its places filled or marked. */
export function FormattedText({ text, places = {} }: { text: string; places?: Places }) {
  return <>{formatted(text).map((piece, n) => show(piece, n, places))}</>
}

function show(piece: Piece, key: number, places: Places): ReactNode {
  if ('text' in piece) return <span key={key}>{piece.text}</span>
  if ('place' in piece) {
    const filled = places[piece.place]
    return (
      <span key={key} className={cx(!(filled && !filled.isPlace) && 'rounded bg-accent-soft px-1 text-accent-text')}>
        {filled?.text ?? `{{${piece.place}}}`}
      </span>
    )
  }
  const inside = piece.pieces.map((one, n) => show(one, n, places))
  switch (piece.style) {
    case 'bold':
      return <strong key={key}>{inside}</strong>
    case 'italic':
      return <em key={key}>{inside}</em>
    case 'strike':
      return <s key={key}>{inside}</s>
    case 'mono':
      return (
        <code key={key} className="font-mono text-xs">
          {inside}
        </code>
      )
  }
}
