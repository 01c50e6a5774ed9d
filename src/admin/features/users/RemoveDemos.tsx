import RemoveIcon from '@mui/icons-material/PersonRemoveOutlined'
import { Suspense, useState } from 'react'
import { lazy } from '../../api/connection.ts'
import { ListTool } from '../../kit/list/ListTools.tsx'

const RemoveDemosDialog = lazy(() => import('./RemoveDemosDialog.tsx'))

/** 'Remover Demo': deletes the expired demo users, after a confirmation with their number. */
export const RemoveDemos = () => {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  return (
    <>
      <ListTool
        icon={<RemoveIcon fontSize="small" />}
        label="Remover Demo"
        isDangerous
        opens="dialog"
        onChosen={() => {
          setOpened(true)
          setOpen(true)
        }}
      />
      <Suspense fallback={null}>
        {wasOpened ? <RemoveDemosDialog open={isOpen} onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </>
  )
}
