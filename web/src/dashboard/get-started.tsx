import { ArrowRight, CircleCheck, type LucideIcon, Send, Upload } from 'lucide-react'
import { Link } from 'wouter'
import { needs } from '#contracts/permissions.ts'
import type { Screen } from '#contracts/screens.ts'
import { useMayI } from '../session.ts'
import { Panel } from '../ui/page-header.tsx'

interface Step {
  href: string
  icon: LucideIcon
  title: string
  text: string
  needs: Screen['needs']
  /** undefined while it is not known */
  done: boolean | undefined
}

/** The way to the first delivered message; gone once it was gone. */
export function GetStarted({ imported, sent }: { imported: boolean | undefined; sent: boolean | undefined }) {
  const mayI = useMayI()
  const all: Step[] = [
    {
      href: '/customer-master/uploadfile',
      icon: Upload,
      title: 'Import contacts',
      text: 'From a CSV file, with a preview before anything is written',
      needs: 'CUSTOMER.EDIT',
      done: imported,
    },
    {
      href: '/campaigns/broadcast/create',
      icon: Send,
      title: 'Send a template',
      text: 'To numbers, a group or a label, and watch it arrive',
      needs: needs.broadcastSend,
      done: sent,
    },
  ]
  const steps = all.filter(step => mayI(step.needs))
  // what is not known yet must not appear only to go again
  if (!steps.some(({ done }) => done === false) || steps.some(({ done }) => done === undefined)) return null
  return (
    <Panel title="Get started">
      <ol className="divide-y">
        {steps.map(({ href, icon: Icon, title, text, done }) => (
          <li key={href}>
            <Link href={href} className="flex items-center gap-3 px-3 py-3 outline-offset-[-2px] hover:bg-hover">
              {done ? (
                <CircleCheck size={18} className="shrink-0 text-good" aria-label="Done" />
              ) : (
                <Icon size={18} aria-hidden className="shrink-0 text-accent-text" />
              )}
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{title}</span>
                <span className="block text-sm text-muted">{text}</span>
              </span>
              <ArrowRight size={16} aria-hidden className="shrink-0 text-muted" />
            </Link>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
