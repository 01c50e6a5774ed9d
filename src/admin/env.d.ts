interface ImportMetaEnv {
  /** Where the API lives when it is not the host that serves the admin. */
  readonly VITE_API_URL?: string
}

/** Comes without types: declared are the texts that ours are laid over and that stay. */
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
