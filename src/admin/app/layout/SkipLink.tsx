export const MAIN = 'main-content'

/** The first stop of the Tab key: past the navbar, to the page. */
export const SkipLink = () => (
  <button type="button" className="skip-link" onClick={() => document.getElementById(MAIN)?.focus()}>
    Saltar al contenido
  </button>
)
