/** What shows while the admin's code or the session arrives: the bar in its place, never a blank screen. */
export const Opening = () => (
  <div className="opening" role="status">
    <div className="opening-bar" />
    Cargando…
  </div>
)
