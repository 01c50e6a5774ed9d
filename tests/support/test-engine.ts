/** The database engine of a test project, prepared by its global setup. */
export type TestEngine =
  | { kind: 'embedded'; snapshot: string }
  | { kind: 'postgres'; url: string; run: string; template: string; role: string }

declare module 'vitest' {
  export interface ProvidedContext {
    /** Tests with a short and a long form run the long one on PostgreSQL. */
    engine: TestEngine
  }
}

/** URL of another database of the same server. */
export function databaseUrl(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

/** The same URL for a role that only has a server's rights; its password is that of the URL's role. */
export function serverUrl(url: string, role: string): string {
  const address = new URL(url)
  address.username = role
  return address.href
}
