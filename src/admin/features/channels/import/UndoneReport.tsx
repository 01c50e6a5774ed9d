import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { UndoneImport } from '../../../../domain/channels/playlist/endpoints.ts'
import { Counts } from '../../imports/ResultStep.tsx'

/** The result of undoing, with the channels skipped because they were edited since. */
export const UndoneReport = ({ undone: { removed, restored, kept } }: { undone: UndoneImport }) => (
  <>
    <Alert severity="success" role="status">
      {kept.length === 0 ? 'La importación fue deshecha.' : 'La importación fue deshecha en parte.'}
    </Alert>
    <Counts
      lines={[
        { label: 'Canales eliminados', count: removed },
        { label: 'Canales como antes', count: restored },
        { label: 'Canales conservados', count: kept.length },
      ]}
    />
    {kept.length === 0 ? null : (
      <Alert severity="warning" role="presentation">
        <Typography>Estos canales no se tocaron, porque alguien los modificó después:</Typography>
        <Box component="ul" sx={{ m: 0, pl: 2.5, maxHeight: 200, overflowY: 'auto' }}>
          {kept.map(({ _id, number, title }) => (
            <li key={_id}>
              {number} · {title}
            </li>
          ))}
        </Box>
      </Alert>
    )}
  </>
)
