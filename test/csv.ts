/** Refused rows of demoCsv: what is wrong with them, and the message that says so. Numbers as in the demo's attributes. */
const wrongs: { change: (row: string[]) => string[]; message: string }[] = [
  { change: row => row.with(0, ''), message: 'Phone Number is required' },
  { change: row => row.with(0, '98765'), message: 'Minimum length must be 10 characters.' },
  { change: row => row.with(0, '9.19877E+11'), message: 'This is not a possible phone number' },
  { change: row => row.with(1, ' '), message: 'Name is required' },
  {
    change: row => row.with(1, 'A name of more than thirty letters'),
    message: 'Maximum length must be 30 characters.',
  },
  { change: row => row.with(2, 'Pune 411001'), message: 'City may have letters only' },
  { change: row => row.with(3, 'nobody at example.com'), message: 'E-mail must be an e-mail address' },
  { change: row => row.with(4, 'many'), message: 'Loyalty points must be a whole number' },
  { change: row => row.with(5, 'Gold'), message: '"Gold" is not an option of Plan' },
  { change: row => row.slice(0, -1), message: 'This line has 6 columns instead of 7' },
]

const firstNames = ['Asha', 'Ravi', 'Meera', 'José', 'Zoë', 'Đức', 'नेहा', '小明', 'Olga', "Sinéad O'Neil"]
const cities = ['Mumbai', 'Pune', 'São Paulo', 'St. Gallen', 'मुंबई', 'Aix-en-Provence']
const plans = ['Basic', 'Plus', 'Premium', '']
const interests = ['Offers', 'Offers|News', 'Events|Surveys|News', '']
const header = ['Phone Number', 'Name', 'City', 'E-mail', 'Loyalty points', 'Plan', 'Interests']

export interface DemoCsv {
  text: string
  expected: {
    totalLines: number
    acceptedLines: number
    errorLines: number
    duplicateLines: number
    /** different numbers on accepted lines */
    customers: number
    /** refused data lines, counted from 1, with the beginning of their message */
    refused: { line: number; message: string }[]
    /** by E.164, the name and the points of the number's last valid line */
    last: Map<string, { name: string; points: string; line: number }>
  }
}

/**
 * A CSV of customers with the five attributes of the demo enterprise, the same for the same arguments.
 * @param input.bad how many rows are refused, of ten kinds in turn, spread over the file
 * @param input.repeated how many accepted rows have the number of the accepted row before
 */
export function demoCsv(input: { rows: number; bad: number; repeated?: number }): DemoCsv {
  const { rows, bad, repeated = 0 } = input
  const lines = [header.join(',')]
  const refused: DemoCsv['expected']['refused'] = []
  const last: DemoCsv['expected']['last'] = new Map()
  const isBad = spread(rows, bad)
  // one row further on, so that the two rarely meet
  const spreadRepeated = spread(rows, repeated)
  const isRepeated = (index: number) => spreadRepeated(index - 1)
  let previous = ''
  let accepted = 0
  for (let index = 0; index < rows; index++) {
    const repeats = !isBad(index) && isRepeated(index) && previous !== ''
    const phone = repeats ? previous : `+91${7_000_000_000 + index}`
    const row = rowOf(index, phone)
    const wrong = isBad(index) ? wrongs[refused.length % wrongs.length] : undefined
    lines.push((wrong ? wrong.change(row) : row).map(quoted).join(','))
    if (wrong) {
      refused.push({ line: index + 1, message: wrong.message })
      continue
    }
    accepted++
    previous = phone
    last.set(phone, { name: row[1] ?? '', points: row[4] ?? '', line: index + 1 })
  }
  const expected = {
    totalLines: rows,
    acceptedLines: accepted,
    errorLines: refused.length,
    duplicateLines: accepted - last.size,
    customers: last.size,
    refused,
    last,
  }
  return { text: `${lines.join('\r\n')}\r\n`, expected }
}

function rowOf(index: number, phone: string): string[] {
  const of = (values: readonly string[]) => values[index % values.length] ?? ''
  return [
    phone,
    `${of(firstNames)} No ${index + 1}`,
    of(cities),
    `customer${index + 1}@example.com`,
    String((index * 7) % 1_000),
    of(plans),
    of(interests),
  ]
}

/** Is an index one of `some` that lie evenly among `all`? */
const spread = (all: number, some: number) => (index: number) =>
  some > 0 && Math.floor(((index + 1) * some) / all) > Math.floor((index * some) / all)

const quoted = (value: string) => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)
