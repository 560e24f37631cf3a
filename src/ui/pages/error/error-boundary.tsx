import { Component, type ReactNode } from 'react'
import { ErrorPage } from './error-page.tsx'

interface Broken {
  error: unknown
}

/** Shows the error page, or what `instead` says, in place of views that break or cannot be loaded (VER-2). */
export class ErrorBoundary extends Component<{ children: ReactNode; instead?: ReactNode }, { broken: Broken | null }> {
  override state: { broken: Broken | null } = { broken: null }

  static getDerivedStateFromError(error: unknown): { broken: Broken } {
    return { broken: { error } }
  }

  override render(): ReactNode {
    const { broken } = this.state
    if (broken === null) return this.props.children
    return this.props.instead === undefined ? <ErrorPage error={broken.error} /> : this.props.instead
  }
}
