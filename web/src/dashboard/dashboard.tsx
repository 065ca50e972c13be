import { Inbox } from 'lucide-react'
import { needs } from '#contracts/permissions.ts'
import { useMayI } from '../session.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { GetStarted } from './get-started.tsx'
import { type Latest, useLatestBroadcasts, useLatestImports } from './latest.ts'
import { LatestBroadcasts } from './latest-broadcasts.tsx'
import { LatestImports } from './latest-imports.tsx'

/** Then "Get started" says what to do, to who may do it. */
const none = ({ rows }: Latest<unknown>) => rows?.length === 0

/** What is under way and what to do next, as far as one may see it. */
export default function Dashboard() {
  const mayI = useMayI()
  const imports = useLatestImports(mayI('CUSTOMER.VIEW'))
  const broadcasts = useLatestBroadcasts(mayI(needs.broadcastView))
  return (
    <>
      <PageHeader title="Dashboard" />
      <div className="space-y-4">
        <GetStarted
          imported={imports.rows && imports.rows.length > 0}
          sent={broadcasts.rows && broadcasts.rows.length > 0}
        />
        {mayI(needs.broadcastView) && !(none(broadcasts) && mayI(needs.broadcastSend)) && (
          <LatestBroadcasts {...broadcasts} />
        )}
        {mayI('CUSTOMER.VIEW') && !(none(imports) && mayI('CUSTOMER.EDIT')) && <LatestImports {...imports} />}
        {!mayI('CUSTOMER.VIEW') && !mayI(needs.broadcastView) && (
          <EmptyState
            icon={Inbox}
            title="Nothing here yet"
            text="Your role shows nothing on this page. The menu leads to what you may see."
          />
        )}
      </div>
    </>
  )
}
