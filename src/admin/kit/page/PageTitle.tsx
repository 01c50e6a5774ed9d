/** A page's one heading, an `h1`, and the title of the browser's tab. */
export const PageTitle = ({ title }: { title: string }) => (
  <>
    <title>{`${title} · Cartelera`}</title>
    <h1 className="page-title">{title}</h1>
  </>
)
