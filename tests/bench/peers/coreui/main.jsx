// The components that CoreUI's free React template shows around each page; each of them is a chunk of its own.
import 'core-js'
import '@coreui/coreui/dist/css/coreui.min.css'
import { CSpinner, useColorModes } from '@coreui/react'
import { lazy, Suspense, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider, useSelector } from 'react-redux'
import { HashRouter, Route, Routes } from 'react-router-dom'
import { legacy_createStore } from 'redux'

const SignIn = lazy(() => import('./sign-in.jsx'))

function App() {
  const { setColorMode } = useColorModes('theme')
  const theme = useSelector((state) => state.theme)
  useEffect(() => setColorMode(theme), [setColorMode, theme])
  return (
    <HashRouter>
      <Suspense fallback={<CSpinner />}>
        <Routes>
          <Route path="/login" element={<SignIn />} />
        </Routes>
      </Suspense>
    </HashRouter>
  )
}

createRoot(document.getElementById('root')).render(
  <Provider store={legacy_createStore((state = { theme: 'light' }) => state)}>
    <App />
  </Provider>,
)
