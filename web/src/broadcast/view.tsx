import { ChartNoAxesColumn, CircleAlert, Pause, Play } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { type Broadcast, getBroadcast, pauseBroadcast, resumeBroadcast } from '#contracts/broadcast.ts'
import { messages } from '#contracts/messages.ts'
import { needs } from '#contracts/permissions.ts'
import { useAction } from '../action.ts'
import { ApiError, call } from '../api.ts'
import { useColumns } from '../columns.ts'
import { useData } from '../data.ts'
import { useMayI } from '../session.ts'
import { live } from '../socket.ts'
import { Button, ButtonLink, counted, EmptyState, moment, PageHeader, Panel, Skeleton } from '../ui/index.ts'
import { Counts } from './counts.tsx'
import { emptyDraft } from './draft.ts'
import { WithPreview } from './form-layout.tsx'
import { DraftPreview } from './preview.tsx'
import { RecipientsTable } from './recipients-table.tsx'
import { draftOf, SentForm, useSentMedia, variablesOf } from './sent-form.tsx'
import { BroadcastState } from './status.tsx'

const back = { href: '/campaigns/broadcast', label: 'Back to the broadcasts' }

/** One broadcast: how far it is, everyone it goes to, and what was sent. */
export function ViewBroadcast({ id }: { id: string }) {
  const { data: sent, error, loading, reload } = useData(getBroadcast, { params: { id } })
  const { broadcasts } = useSnapshot(live)
  const columns = useColumns()
  const media = useSentMedia(sent)
  if (!sent && error) return <Failed error={error} onRetry={reload} />

  const broadcast = broadcasts[id] ?? sent?.broadcast
  const draft = sent && draftOf(sent)
  return (
    <>
      <PageHeader
        title={broadcast?.name ?? 'Broadcast'}
        aside={broadcast && <BroadcastState status={broadcast.status} />}
        back={back}
        actions={
          <>
            {broadcast && <PauseOrResume broadcast={broadcast} />}
            <ButtonLink href="/campaigns/broadcast/" icon={ChartNoAxesColumn}>
              View Report
            </ButtonLink>
          </>
        }
      />
      <WithPreview
        preview={
          <DraftPreview
            draft={draft ?? emptyDraft}
            detail={sent && { template: sent.template, variables: variablesOf(sent) }}
            columns={columns}
            media={media}
            loading={loading}
          />
        }
      >
        <Panel>{broadcast ? <HowFar broadcast={broadcast} /> : <HowFarSkeleton />}</Panel>
        <RecipientsTable broadcastId={id} mark={broadcast ? JSON.stringify(broadcast.counts) : ''} />
        {sent && draft && (
          <Panel title="What was sent">
            <SentForm sent={sent} draft={draft} columns={columns} total={broadcast?.counts.total ?? 0} />
          </Panel>
        )}
      </WithPreview>
    </>
  )
}

function HowFar({ broadcast }: { broadcast: Broadcast }) {
  const { counts, user, channelName, createdOn, finishedOn, reason } = broadcast
  const facts = [
    counted(counts.total, 'recipient'),
    `by ${user.name}`,
    `over ${channelName}`,
    `created ${moment(createdOn)}`,
    ...(finishedOn ? [`finished ${moment(finishedOn)}`] : []),
  ]
  return (
    <div className="space-y-4 p-4">
      {reason && (
        <p role="status" className="flex gap-2 rounded bg-bad-soft px-3 py-2 text-sm text-bad">
          <CircleAlert size={16} aria-hidden className="mt-0.5 shrink-0" />
          {reason}
        </p>
      )}
      <Counts counts={counts} />
      <ul className="flex flex-wrap gap-x-4 text-sm tabular-nums text-muted">
        {facts.map(fact => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </div>
  )
}

function HowFarSkeleton() {
  return (
    <div className="space-y-4 p-4" aria-busy="true">
      <Skeleton className="h-2.5 w-full" />
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(key => (
          <Skeleton key={key} className="h-9 w-16" />
        ))}
      </div>
      <Skeleton className="h-4 w-2/3" />
    </div>
  )
}

function PauseOrResume({ broadcast: { id, status } }: { broadcast: Broadcast }) {
  const mayI = useMayI()
  const { run, busy } = useAction(
    async (target: typeof pauseBroadcast | typeof resumeBroadcast) => {
      live.broadcasts[id] = await call(target, { params: { id } })
    },
    { told: 'toast' },
  )
  if (!mayI(needs.broadcastSend) || status === 'COMPLETED') return null
  return status === 'PAUSED' || status === 'STOPPED' ? (
    <Button icon={Play} busy={busy} onClick={() => run(resumeBroadcast)}>
      Resume
    </Button>
  ) : (
    <Button icon={Pause} busy={busy} onClick={() => run(pauseBroadcast)}>
      Pause
    </Button>
  )
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 400)
  return (
    <>
      <PageHeader title="Broadcast" back={back} />
      <Panel>
        <EmptyState
          title={isMissing ? messages.noRecord : error instanceof Error ? error.message : String(error)}
          text={isMissing ? 'There is no broadcast at this address.' : undefined}
          action={
            isMissing ? (
              <ButtonLink href={back.href}>Show all broadcasts</ButtonLink>
            ) : (
              <Button onClick={onRetry}>Try again</Button>
            )
          }
        />
      </Panel>
    </>
  )
}
