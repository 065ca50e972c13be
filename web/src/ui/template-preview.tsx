import { Copy, ExternalLink, FileText, Gift, Image, Phone, Reply, Video } from 'lucide-react'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { TemplateButton, TemplateComponent } from '#contracts/broadcast.ts'
import { cx } from './cx.ts'
import { fileName } from './format.ts'
import { FormattedText, type Places } from './formatted-text.tsx'
import { PreviewCarousel } from './preview-carousel.tsx'

/** What stands for the variables of each part, by the variable's name. */
export interface PreviewValues {
  header?: Places
  body?: Places
}
/** Media of the header; without a `url` only its name is shown. */
export interface PreviewMedia {
  name: string
  url?: string
}

interface TemplatePreviewProps {
  components: readonly TemplateComponent[]
  values?: PreviewValues
  media?: PreviewMedia
}
type Of<T extends TemplateComponent['type']> = Extract<TemplateComponent, { type: T }>

/** A template message as its recipient sees it: the plain, the limited-time-offer and the carousel layout. */
export function TemplatePreview({ components, values, media }: TemplatePreviewProps) {
  const part = <T extends TemplateComponent['type']>(type: T) =>
    components.find((one): one is Of<T> => one.type === type)
  const header = part('HEADER')
  const body = part('BODY')
  const footer = part('FOOTER')
  const offer = part('LIMITED_TIME_OFFER')
  const carousel = part('CAROUSEL')
  return (
    <div className="space-y-1.5 text-sm">
      <Bubble buttons={part('BUTTONS')?.buttons}>
        {header && <Header header={header} places={values?.header} media={media} />}
        {offer && (
          <p className="mb-2 flex items-center gap-2 rounded bg-hover px-2 py-1.5 font-medium">
            <Gift size={16} aria-hidden className="shrink-0 text-muted" />
            <span className="min-w-0 break-words">{offer.text}</span>
          </p>
        )}
        {body && (
          <p className="whitespace-pre-wrap break-words">
            <FormattedText text={body.text} places={values?.body} />
          </p>
        )}
        {footer && <p className="mt-1 break-words text-xs text-muted">{footer.text}</p>}
      </Bubble>
      {carousel && (
        <PreviewCarousel>
          {carousel.cards.map((card, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: cards have no other name
            <TemplatePreview key={n} components={card.components} />
          ))}
        </PreviewCarousel>
      )}
    </div>
  )
}

/** One message with its buttons below. */
function Bubble({ buttons = [], children }: { buttons?: readonly Button[]; children: ReactNode }) {
  return (
    <div className="overflow-hidden rounded-lg rounded-tl-sm border bg-surface">
      <div className="p-2.5">{children}</div>
      {buttons.map(button => (
        <ButtonLine key={`${button.type} ${button.text}`} button={button} />
      ))}
    </div>
  )
}

type Button = z.infer<typeof TemplateButton>
const buttonIcons = { QUICK_REPLY: Reply, URL: ExternalLink, PHONE_NUMBER: Phone, COPY_CODE: Copy } as const

function ButtonLine({ button }: { button: Button }) {
  const Icon = buttonIcons[button.type]
  return (
    <p className="flex items-center justify-center gap-1.5 border-t px-2.5 py-2 font-medium text-accent-text">
      <Icon size={14} aria-hidden className="shrink-0" />
      <span className="min-w-0 break-words">{button.text}</span>
    </p>
  )
}

const mediaIcons = { IMAGE: Image, VIDEO: Video, DOCUMENT: FileText } as const

function Header({ header, places, media }: { header: Of<'HEADER'>; places?: Places; media?: PreviewMedia }) {
  const { format, text = '' } = header
  if (format === 'NONE') return null
  if (format === 'TEXT')
    return (
      <p className="mb-1 break-words font-semibold">
        <FormattedText text={text} places={places} />
      </p>
    )
  const shown = 'mb-2 aspect-video w-full rounded bg-hover'
  if (format === 'IMAGE' && media?.url)
    return <img src={media.url} alt={media.name} className={cx(shown, 'object-cover')} />
  if (format === 'VIDEO' && media?.url)
    return <video src={media.url} muted controls className={shown} aria-label={media.name} />
  const Icon = mediaIcons[format]
  if (format === 'DOCUMENT')
    return (
      <p className="mb-2 flex items-center gap-2 rounded bg-hover px-2.5 py-3">
        <Icon size={18} aria-hidden className="shrink-0 text-muted" />
        <span className="min-w-0 truncate">{media ? fileName(media.name) : 'Document'}</span>
      </p>
    )
  return (
    <div className={cx(shown, 'flex flex-col items-center justify-center gap-1 text-muted')}>
      <Icon size={22} aria-hidden />
      <span className="text-xs">{media ? fileName(media.name) : format === 'IMAGE' ? 'Image' : 'Video'}</span>
    </div>
  )
}

/** The frame of a phone around what is sent. */
export function PhoneFrame({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section
      aria-label="Preview"
      className="mx-auto flex min-h-[440px] w-full max-w-[320px] flex-col overflow-hidden rounded-[28px] border-4 border-line bg-canvas"
    >
      <p className="flex items-center gap-2 border-b bg-surface px-4 py-2.5 text-sm font-semibold">
        <span
          aria-hidden
          className="flex size-7 shrink-0 items-center justify-center rounded-full bg-accent-soft text-xs text-accent-text"
        >
          {name.slice(0, 1).toUpperCase()}
        </span>
        <span className="truncate">{name}</span>
      </p>
      <div className="flex-1 p-3 pr-8">{children}</div>
    </section>
  )
}
