import { messages } from '#contracts/messages.ts'
import type { FileRef } from '#contracts/reply.ts'
import type { Method } from '#contracts/route.ts'
import { noAnswer, refusal, send } from './api.ts'
import { session } from './session.ts'
import { toast } from './ui/toast.ts'

/**
 * Uploads one file and answers its reference. `onProgress` gets 0 to 100.
 * @throws ApiError, or AbortError when `signal` gave it up
 */
export function upload(file: File, onProgress?: (percent: number) => void, signal?: AbortSignal): Promise<FileRef> {
  return new Promise((resolve, reject) => {
    const { token } = session
    // fetch tells no progress of what it sends
    const request = new XMLHttpRequest()
    request.open('POST', '/e/drive/upload')
    if (token) request.setRequestHeader('authentication-token', token)
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total ? Math.floor((loaded / total) * 100) : 0)
    request.onload = () => {
      if (request.status !== 200) return reject(refusal(request.status, request.responseText, { token }))
      onProgress?.(100)
      const answer: { data: FileRef } = JSON.parse(request.responseText)
      resolve(answer.data)
    }
    request.onerror = () => reject(noAnswer())
    request.onabort = () => reject(new DOMException('The upload was given up', 'AbortError'))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    if (signal?.aborted) return reject(new DOMException('The upload was given up', 'AbortError'))
    const form = new FormData()
    form.append('file', file)
    request.send(form)
  })
}

/** Downloads what a route produces and saves it under `name`. Tells its start and its failure as toasts. */
export async function download(
  target: { method: Method; path: string },
  input: { params?: unknown; query?: unknown },
  name: string,
): Promise<void> {
  try {
    const response = await send(target, { ...input, quiet: true })
    toast.success(messages.downloadStarted)
    const url = URL.createObjectURL(await response.blob())
    const link = document.createElement('a')
    link.href = url
    link.download = name
    link.click()
    // the browser reads the address after the click
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
  } catch {
    toast.error(messages.downloadFailed)
  }
}
