import type { MessageRow } from '#contracts/broadcast.ts'
import { messages } from '#contracts/messages.ts'
import { Button } from './button.tsx'
import { DeliveryStatus } from './delivery-status.tsx'
import { Dialog } from './dialog.tsx'
import { moment } from './format.ts'

interface MessageStatusProps {
  message: Pick<MessageRow, 'to' | 'name' | 'currentDeliveryStatus' | 'reason' | 'transId' | 'messageStatuses'>
  onClose: () => void
}

/** Where one message is and how it got there. */
export function MessageStatus({ message, onClose }: MessageStatusProps) {
  const { to, name, currentDeliveryStatus, reason, transId, messageStatuses } = message
  return (
    <Dialog title="Message Status" onClose={onClose} footer={<Button onClick={onClose}>Close</Button>}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-2 text-sm">
        <dt className="text-muted">To</dt>
        <dd className="tabular-nums">{name ? `${to} · ${name}` : to}</dd>
        <dt className="text-muted">Current Status</dt>
        <dd>
          <DeliveryStatus state={currentDeliveryStatus} />
          {reason && <p className="mt-0.5 text-bad">{reason}</p>}
        </dd>
        <dt className="text-muted">Channel message Id</dt>
        <dd className="break-all font-mono text-xs leading-5">{transId || '–'}</dd>
      </dl>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section aria-label="History" tabIndex={0} className="mt-4 overflow-x-auto rounded-md border">
        <table className="w-full text-sm tabular-nums">
          <thead>
            <tr className="border-b text-left text-xs text-muted">
              {['Status', 'Date & Time', 'Description'].map(header => (
                <th key={header} scope="col" className="whitespace-nowrap px-3 py-2 font-medium">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {messageStatuses.map(({ status, messageStatusTime, msg }) => (
              <tr key={`${status} ${messageStatusTime}`} className="border-b align-top last:border-b-0">
                <td className="px-3 py-2">
                  <DeliveryStatus state={status} />
                </td>
                <td className="px-3 py-2 text-muted sm:whitespace-nowrap">{moment(messageStatusTime, 'seconds')}</td>
                <td className="px-3 py-2">{msg}</td>
              </tr>
            ))}
            {!messageStatuses.length && (
              <tr>
                <td colSpan={3} className="px-3 py-6 text-center text-muted">
                  {messages.noRecord}
                </td>
              </tr>
            )}
          </tbody>
        </table>
      </section>
    </Dialog>
  )
}
