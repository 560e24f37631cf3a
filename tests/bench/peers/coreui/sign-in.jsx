import { cilLockLocked, cilUser } from '@coreui/icons'
import CIcon from '@coreui/icons-react'
import {
  CButton,
  CCard,
  CCardBody,
  CCardGroup,
  CCol,
  CContainer,
  CForm,
  CFormInput,
  CInputGroup,
  CInputGroupText,
  CRow,
} from '@coreui/react'
import { Link } from 'react-router-dom'

export default function SignIn() {
  return (
    <CContainer className="min-vh-100 d-flex align-items-center">
      <CRow className="w-100 justify-content-center">
        <CCol md={8}>
          <CCardGroup>
            <CCard className="p-4">
              <CCardBody>
                <CForm>
                  <h1>Login</h1>
                  <Field icon={cilUser} placeholder="Username" autoComplete="username" />
                  <Field icon={cilLockLocked} placeholder="Password" type="password" autoComplete="current-password" />
                  <CButton color="primary">Login</CButton>
                  <CButton color="link">Forgot password?</CButton>
                </CForm>
              </CCardBody>
            </CCard>
            <CCard className="text-white bg-primary p-5">
              <CCardBody>
                <h2>Sign up</h2>
                <Link to="/register">Register now</Link>
              </CCardBody>
            </CCard>
          </CCardGroup>
        </CCol>
      </CRow>
    </CContainer>
  )
}

function Field({ icon, ...input }) {
  return (
    <CInputGroup className="mb-3">
      <CInputGroupText>
        <CIcon icon={icon} />
      </CInputGroupText>
      <CFormInput {...input} />
    </CInputGroup>
  )
}
