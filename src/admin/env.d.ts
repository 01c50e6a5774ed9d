interface ImportMetaEnv {
  /** Origin of the API, if not the host that serves the admin. */
  readonly VITE_API_URL?: string
}

/** Class names of a component's styles. */
declare module '*.module.css' {
  const styles: Readonly<Record<string, string>>
  export default styles
}

/** Has no types: declares the texts that ours override or keep. */
declare module 'ra-language-spanish' {
  const messages: {
    ra: {
      action: Record<'add' | 'add_filter' | 'cancel' | 'edit' | 'refresh' | 'save' | 'sort' | 'undo', string>
      boolean: Record<'false', string>
      page: Record<'create' | 'loading' | 'not_found', string>
      message: Record<'about' | 'no', string>
      auth: Record<'password' | 'username', string>
      validation: Record<'minLength' | 'required', string>
    }
  }
  export default messages
}
