import Box from '@mui/material/Box'
import { type ReactNode, Suspense, useEffect } from 'react'
import { CheckForApplicationUpdate, type LayoutProps, useTheme } from 'react-admin'
import { pathOf } from '../../api/addresses.ts'
import { applyAppearance } from '../public/appearance.ts'
import '../styles/touch.css'
import { Loading } from '../../kit/page/Loading.tsx'
import { AccessRule } from './AccessRule.tsx'
import { Navbar } from './Navbar.tsx'
import { PageBoundary } from './PageBoundary.tsx'
import { MAIN, SkipLink } from './SkipLink.tsx'
import { useFreshRights } from './use-fresh-rights.ts'

const Page = ({ children }: { children: ReactNode }) => (
  <PageBoundary>
    <Suspense fallback={<Loading />}>
      <AccessRule>{children}</AccessRule>
    </Suspense>
  </PageBoundary>
)

/** The frame of every screen: the navbar above, the page below. */
export const Layout = ({ children }: LayoutProps) => {
  const [theme] = useTheme()
  useEffect(() => applyAppearance(theme), [theme])
  useFreshRights()
  return (
    <>
      <SkipLink />
      <Navbar />
      <Box component="main" id={MAIN} tabIndex={-1} className="page">
        <Page>{children}</Page>
      </Box>
      <CheckForApplicationUpdate url={pathOf('home')} />
    </>
  )
}
