import UploadIcon from '@mui/icons-material/UploadFileOutlined'
import { lazy } from '../../api/connection.ts'
import { useCan } from '../../api/me.ts'
import { DialogTool } from '../../kit/list/DialogTool.tsx'

const PlaylistImport = lazy(async () => ({
  default: (await import('./PlaylistImport.tsx')).PlaylistImport,
}))

/** The tool of a list that imports a playlist into it; hidden without the permission to create records. */
export const PlaylistTool = ({ resource }: { resource: 'channels' | 'radios' }) =>
  useCan('register', resource) ? (
    <DialogTool icon={<UploadIcon fontSize="small" />} label="Importar lista M3U">
      {(onClose) => <PlaylistImport resource={resource} onClose={onClose} />}
    </DialogTool>
  ) : null
