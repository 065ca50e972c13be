import { CloudOff, RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { live } from '../socket.ts'

/** A connection that comes at once needs no mark. */
const quietMs = 1_500

/** Says that what is on the screen may be old: offline, or connecting again. Nothing while all is well. */
export function ConnectionMark() {
  const { status } = useSnapshot(live)
  const away = status !== 'online' && status !== 'ended'
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (!away) return setShown(false)
    const timer = setTimeout(() => setShown(true), quietMs)
    return () => clearTimeout(timer)
  }, [away])

  const offline = status === 'offline'
  const Icon = offline ? CloudOff : RefreshCw
  return (
    <span role="status">
      {shown && away && (
        <span className="mr-1 inline-flex h-6 items-center gap-1.5 rounded-full bg-warn-soft px-2 text-xs font-medium text-warn">
          <Icon size={13} aria-hidden />
          {offline ? 'Offline' : 'Reconnecting'}
        </span>
      )}
    </span>
  )
}
