import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

let key: Buffer | undefined

/** Derives the sealing key from APP_SECRET; once at boot. */
export function setSecret(appSecret: string): void {
  key = Buffer.from(hkdfSync('sha256', appSecret, '', 'parley/seal/v1', 32))
}
function sealingKey(): Buffer {
  if (!key) throw new Error('setSecret was not called')
  return key
}

/** AES-256-GCM: `v1.` and base64url of nonce, tag and text. */
export function seal(text: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', sealingKey(), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return `v1.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')}`
}

/** @throws when the text was changed or sealed under another APP_SECRET */
export function unseal(sealed: string): string {
  const bytes = Buffer.from(sealed.slice(3), 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}

/** A fresh 256-bit token, as base64url. */
export const newToken = () => randomBytes(32).toString('base64url')
/** What is kept of a token: its SHA-256, in hex. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

/** Hex HMAC-SHA-256 of exact bytes. */
export const sign = (secret: string, bytes: Uint8Array) => createHmac('sha256', secret).update(bytes).digest('hex')

/** Are both texts the same? Takes the same time wherever they differ. */
export function sameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
