import UploadIcon from '@mui/icons-material/UploadFileOutlined'
import { lazy } from '../../api/connection.ts'
import { useCan } from '../../api/me.ts'
import { type DialogButton, DialogTool } from '../../kit/list/list-dialog.tsx'

const PlaylistImport = lazy(async () => ({
  default: (await import('./PlaylistImport.tsx')).PlaylistImport,
}))

interface PlaylistToolProps {
  resource: 'channels' | 'radios'
  /** How it looks: among the tools of a list, unless it is empty. */
  as?: typeof DialogTool | typeof DialogButton
}

/** Imports a playlist into a list; hidden without the permission to create records. */
export const PlaylistTool = ({ resource, as: Opener = DialogTool }: PlaylistToolProps) =>
  useCan('register', resource) ? (
    <Opener icon={<UploadIcon fontSize="small" />} label="Importar lista M3U">
      {(onClose) => <PlaylistImport resource={resource} onClose={onClose} />}
    </Opener>
  ) : null
