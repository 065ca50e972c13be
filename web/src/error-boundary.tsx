import { Component, type ReactNode } from 'react'
import { messages } from '#contracts/messages.ts'
import { Button } from './ui/button.tsx'

interface Props {
  children: ReactNode
  /** another value gives the content another chance */
  resetOn?: string
}

/** Shows what to do when a screen breaks, instead of an empty page; the rest of the page goes on. */
export class ErrorBoundary extends Component<Props, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override componentDidUpdate(before: Props) {
    if (before.resetOn !== this.props.resetOn && this.state.broken) this.setState({ broken: false })
  }

  override render() {
    if (!this.state.broken) return this.props.children
    return (
      <div role="alert" className="mx-auto flex max-w-md flex-col items-start gap-3 px-6 py-24">
        <h1 className="text-xl font-semibold">{messages.wrong}</h1>
        <p className="text-muted">
          This screen could not be shown. A newer version may be there: loading the page again usually helps.
        </p>
        <Button variant="primary" onClick={() => location.reload()}>
          Load the page again
        </Button>
      </div>
    )
  }
}
