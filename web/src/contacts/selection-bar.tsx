import { Tag, UserMinus, UserPlus, X } from 'lucide-react'
import { useAction } from '../action.ts'
import { useMayI } from '../session.ts'
import { Button, counted, IconButton } from '../ui/index.ts'
import { type Chosen, type Kind, kinds, map } from './groups.ts'

interface SelectionBarProps {
  selected: ReadonlySet<string>
  chosen: Chosen | null
  chosenName?: string
  onPut: (kind: Kind) => void
  onClear: () => void
}

/** What can be done with the checked customers; lies over the page, so that nothing moves when it appears. */
export function SelectionBar({ selected, chosen, chosenName, onPut, onClear }: SelectionBarProps) {
  const mayI = useMayI()
  const takeOut = useAction(
    async ({ kind, id }: Chosen) => {
      await map(kind, [id], [...selected], true)
      onClear()
    },
    { told: 'toast' },
  )
  if (!selected.size || !mayI('CUSTOMER.EDIT')) return null
  return (
    <section
      aria-label="Checked contacts"
      className="fixed inset-x-4 bottom-4 z-10 mx-auto flex w-fit flex-wrap items-center gap-x-2 gap-y-1 rounded-lg bg-raised p-2 pl-3 shadow-float"
    >
      <p role="status" className="text-sm font-medium tabular-nums">
        {counted(selected.size, 'contact')} checked
      </p>
      <span className="ml-auto flex sm:order-last sm:ml-0">
        <IconButton icon={X} label="Uncheck all" onClick={onClear} />
      </span>
      <div className="flex flex-wrap gap-2 sm:ml-2">
        <Button icon={UserPlus} onClick={() => onPut('groups')}>
          {kinds.groups.put}
        </Button>
        <Button icon={Tag} onClick={() => onPut('tags')}>
          {kinds.tags.put}
        </Button>
        {chosen && (
          <Button icon={UserMinus} busy={takeOut.busy} onClick={() => takeOut.run(chosen)}>
            <span className="max-w-40 truncate">Remove from {chosenName ?? kinds[chosen.kind].one}</span>
          </Button>
        )}
      </div>
    </section>
  )
}
