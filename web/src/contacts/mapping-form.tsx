import { CircleAlert, CircleCheck, Upload } from 'lucide-react'
import { memo, useCallback, useMemo, useState } from 'react'
import { type Import, uploadCsv } from '#contracts/contacts.ts'
import { messages } from '#contracts/messages.ts'
import { useAction } from '../action.ts'
import { call } from '../api.ts'
import { Button, Checkbox, count, cx, FilePicker, FormErrors, Panel, Select } from '../ui/index.ts'
import type { Chosen } from './groups.ts'
import { ImportPreview } from './import-preview.tsx'
import { type Mapping, mapped, mappingOf, pairsOf, type System, unmapped } from './mapping.ts'
import type { Read } from './upload-file.tsx'

interface MappingFormProps {
  read: Read
  into?: Chosen
  onRemove: () => void
  onStarted: (started: Import) => void
}

/** Says which column of the file fills which field, shows how the first rows turn out, and starts the import. */
export function MappingForm({ read, into, onRemove, onStarted }: MappingFormProps) {
  const { uploadId, parsedHeaders, headerMapping, rows } = read.parsed
  const { systemHeaders, userHeaders } = parsedHeaders
  const [mapping, setMapping] = useState<Mapping>(() => mappingOf(headerMapping))
  const [replace, setReplace] = useState(false)
  const [tried, setTried] = useState(false)
  const missing = unmapped(mapping, systemHeaders)
  const pairs = useMemo(() => pairsOf(mapping, userHeaders), [mapping, userHeaders])
  const assign = useCallback((column: string, field: string) => setMapping(before => mapped(before, column, field)), [])
  const start = useAction(async () => {
    const target = into?.kind === 'groups' ? { groupId: into.id, group: true } : into && { segmentId: into.id }
    const answer = await call(uploadCsv, { body: { uploadId, headerMapping: pairs, replace, ...target } })
    if ('import' in answer) onStarted(answer.import)
  })
  const submit = () => {
    setTried(true)
    if (rows.length > 0 && missing.length === 0) start.run()
  }
  const problems = !rows.length
    ? [`${messages.onlyHeaders}. Choose another file`]
    : tried && missing.length
      ? missing
      : start.problems
  return (
    <div className="space-y-4">
      <Panel title="Map the columns">
        <div className="space-y-4 p-3">
          <FilePicker label="" file={read.file} onFile={() => undefined} onRemove={onRemove} />
          <FormErrors problems={problems} />
          <Needed mapping={mapping} system={systemHeaders} />
        </div>
        <MappingTable
          columns={userHeaders}
          sample={rows[0]}
          system={systemHeaders}
          mapping={mapping}
          onAssign={assign}
        />
        <div className="flex flex-wrap items-center justify-between gap-4 border-t p-3">
          <Checkbox
            label="Replace Existing Records"
            checked={replace}
            onChange={event => setReplace(event.target.checked)}
            hint={
              <>
                Checked: values of the file overwrite what a contact with the same number has.
                <br />
                Unchecked: contacts keep what they have, and the file only fills what is empty.
              </>
            }
          />
          <Button variant="primary" icon={Upload} busy={start.busy} onClick={submit} className="ml-auto">
            Upload
          </Button>
        </div>
      </Panel>
      {rows.length > 0 && <ImportPreview uploadId={uploadId} pairs={pairs} />}
    </div>
  )
}

/** Which of the fields that an import cannot do without are mapped. */
function Needed({ mapping, system }: { mapping: Mapping; system: readonly System[] }) {
  const taken = new Set(mapping.values())
  return (
    <ul aria-label="Required fields" className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {system
        .filter(({ mandatory }) => mandatory)
        .map(({ name, label }) => {
          const is = taken.has(name)
          const Icon = is ? CircleCheck : CircleAlert
          return (
            <li key={name} className="flex items-center gap-1.5">
              <Icon size={15} aria-hidden className={is ? 'text-good' : 'text-warn'} />
              {label}
              <span className="text-muted">{is ? 'is mapped' : 'needs a column'}</span>
            </li>
          )
        })}
    </ul>
  )
}

interface MappingTableProps {
  columns: readonly string[]
  /** the first row of the file */
  sample: readonly string[] | undefined
  system: readonly System[]
  mapping: Mapping
  onAssign: (column: string, field: string) => void
}

function MappingTable({ columns, sample, system, mapping, onAssign }: MappingTableProps) {
  const options = useMemo(
    () => system.map(({ name, label, mandatory }) => ({ value: name, label: mandatory ? `${label} *` : label })),
    [system],
  )
  return (
    <table className="w-full table-fixed border-collapse border-t text-sm">
      <thead>
        <tr className="border-b text-left text-xs text-muted">
          <th scope="col" className="px-3 py-2 font-medium">
            Column of the file ({count(columns.length)})
          </th>
          <th scope="col" className="hidden px-3 py-2 font-medium sm:table-cell">
            First row
          </th>
          <th scope="col" className="px-3 py-2 font-medium">
            Field (* required)
          </th>
        </tr>
      </thead>
      <tbody>
        {columns.map((column, n) => (
          <MappingRow
            key={column}
            column={column}
            example={sample?.[n] ?? ''}
            field={mapping.get(column) ?? ''}
            options={options}
            onAssign={onAssign}
          />
        ))}
      </tbody>
    </table>
  )
}

interface MappingRowProps {
  column: string
  example: string
  field: string
  options: { value: string; label: string }[]
  onAssign: (column: string, field: string) => void
}

const MappingRow = memo(function MappingRow({ column, example, field, options, onAssign }: MappingRowProps) {
  return (
    <tr className="border-b last:border-b-0">
      <td className="px-3 py-1.5">
        <span className={cx('block truncate', field ? 'font-medium' : 'text-muted')} title={column}>
          {column}
        </span>
        <span className="block truncate text-xs text-muted sm:hidden">{example}</span>
      </td>
      <td className="hidden px-3 py-1.5 text-muted sm:table-cell">
        <span className="block truncate" title={example}>
          {example}
        </span>
      </td>
      <td className="px-3 py-1.5">
        <Select
          aria-label={`Field for ${column}`}
          placeholder="Not imported"
          options={options}
          value={field}
          onChange={event => onAssign(column, event.target.value)}
        />
      </td>
    </tr>
  )
})
