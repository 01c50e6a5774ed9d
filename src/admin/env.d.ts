interface ImportMetaEnv {
  /** Where the API lives when it is not the host that serves the admin. */
  readonly VITE_API_URL?: string
}
