import { Component, type ReactNode } from 'react'
import { ErrorPage } from './ErrorPage.tsx'

interface State {
  error: Error | undefined
}

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)))

/** Keeps a failing page from taking the navbar with it; going elsewhere or trying again starts over. */
export class PageBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: undefined }

  static getDerivedStateFromError(thrown: unknown): State {
    return { error: asError(thrown) }
  }

  #reset = (): void => this.setState({ error: undefined })

  override render(): ReactNode {
    const { error } = this.state
    return error === undefined ? (
      this.props.children
    ) : (
      <ErrorPage error={error} resetErrorBoundary={this.#reset} />
    )
  }
}
