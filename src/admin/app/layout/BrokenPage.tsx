import { PublicPage } from '../public/PublicPage.tsx'

/** What stands instead of a page that could not even be loaded, as after an update of the product. */
export const BrokenPage = () => (
  <PublicPage title="Algo salió mal">
    <p className="public-text">No se pudo mostrar la página. Es posible que haya una versión nueva.</p>
    <button type="button" className="public-button" onClick={() => window.location.reload()}>
      Recargar la aplicación
    </button>
  </PublicPage>
)
