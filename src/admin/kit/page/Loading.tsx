import LinearProgress from '@mui/material/LinearProgress'

/** A page that is on its way. */
export const Loading = () => (
  <div role="status">
    <LinearProgress aria-label="Cargando" sx={{ borderRadius: 99 }} />
  </div>
)
