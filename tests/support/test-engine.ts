/** The engine that a test project runs on, as its global setup prepared it. */
export type TestEngine =
  | { kind: 'embedded'; snapshot: string }
  | { kind: 'postgres'; url: string; run: string; template: string }

declare module 'vitest' {
  export interface ProvidedContext {
    engine: TestEngine
    /** Whether tests with a short form and a long one run the long one, by the project of vitest.config.ts. */
    isExhaustive: boolean
  }
}

/** Gives the address of another database of the same server. */
export function databaseUrl(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}
