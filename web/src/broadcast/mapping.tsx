import { limits } from '#contracts/limits.ts'
import type { ColumnOption } from '../columns.ts'
import { Input, Select } from '../ui/index.ts'
import {
  type Draft,
  type Group,
  keyOf,
  type Mapping,
  mappingOf,
  paths,
  type Variable,
  variableGroups,
} from './draft.ts'

const titles = { header: 'Header', messageTags: 'Body', buttonPayload: 'Buttons' } as const
const valueTypes = [
  { value: 'static', label: 'Static' },
  { value: 'column', label: 'Column' },
]
const urlTypes = [...valueTypes, { value: 'expression', label: 'Expression' }]

interface MappingProps {
  variables: Record<Group, readonly Variable[]>
  /** texts of the template's buttons, in their order */
  buttons: readonly string[]
  columns: readonly ColumnOption[]
  draft: Draft
  problems: Record<string, string>
  /** nothing can be entered any more */
  isSent?: boolean
  onChange: (mapping: Draft['mapping']) => void
}

/** A row for each variable of the template: where its value comes from. */
export function VariableMappings(props: MappingProps) {
  const { variables, draft, onChange } = props
  const groups = variableGroups.filter(group => variables[group].length)
  if (!groups.length) return null
  return (
    <div className="space-y-4">
      {groups.map(group => (
        <fieldset key={group}>
          <legend className="mb-1 text-sm font-medium">
            {groups.length > 1 ? `Variables: ${titles[group]}` : 'Variables'}
          </legend>
          <div className="divide-y rounded-md border">
            {variables[group].map(variable => (
              <Row
                key={variable.name}
                {...props}
                group={group}
                variable={variable}
                mapping={mappingOf(draft, group, variable.name)}
                onMapping={mapping => onChange({ ...draft.mapping, [keyOf(group, variable.name)]: mapping })}
              />
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  )
}

interface RowProps extends MappingProps {
  group: Group
  variable: Variable
  mapping: Mapping
  onMapping: (mapping: Mapping) => void
}

function Row({ group, variable, mapping, onMapping, columns, buttons, problems, isSent }: RowProps) {
  const problem = problems[paths.variable(group, variable.name)]
  const name = group === 'buttonPayload' ? (buttons[Number(variable.name)] ?? 'Button') : `{{${variable.name}}}`
  const noteId = `${group}-${variable.name}-note`
  const shared = {
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': problem ? noteId : undefined,
    'aria-required': variable.required,
  } as const
  const changeType = (type: string) => {
    if (type === 'static' || type === 'column' || type === 'expression') onMapping({ type, value: '', default: '' })
  }
  return (
    <div className="p-2.5">
      <div className="grid grid-cols-[minmax(0,1fr)_124px] items-center gap-2 sm:grid-cols-[96px_116px_minmax(0,1fr)]">
        <span className="truncate text-sm font-medium tabular-nums" title={name}>
          {name}
        </span>
        <Select
          aria-label={`Value type of ${name}`}
          options={variable.type === 'URL' ? urlTypes : valueTypes}
          value={mapping.type}
          onChange={event => changeType(event.target.value)}
        />
        <div className="col-span-2 grid gap-2 sm:col-span-1 sm:auto-cols-fr sm:grid-flow-col">
          {mapping.type === 'column' ? (
            <Select
              {...shared}
              aria-label={`Column of ${name}`}
              placeholder="Choose a column"
              options={columns}
              value={mapping.value}
              onChange={event => onMapping({ ...mapping, value: event.target.value })}
            />
          ) : (
            <Input
              {...shared}
              aria-label={`Value of ${name}`}
              placeholder={mapping.type === 'expression' ? 'orders/{orderId}' : 'Value'}
              maxLength={limits.variableValue}
              value={mapping.value}
              onChange={event => onMapping({ ...mapping, value: event.target.value })}
            />
          )}
          {mapping.type !== 'static' && (!isSent || mapping.default) && (
            <Input
              aria-label={`Value of ${name} where the column is empty`}
              placeholder="If empty (optional)"
              maxLength={limits.variableValue}
              value={mapping.default}
              onChange={event => onMapping({ ...mapping, default: event.target.value })}
            />
          )}
        </div>
      </div>
      {problem && (
        <p id={noteId} className="mt-1 text-sm text-bad sm:ml-[228px]">
          {problem}
        </p>
      )}
    </div>
  )
}
