import { LandingLayout } from '../layout/landing-layout.tsx'
import { Audiences } from './audiences.tsx'
import { FailureSteps } from './failure-steps.tsx'
import { Hero } from './hero.tsx'
import { Strengths } from './strengths.tsx'
import './landing-page.css'

/** What the product is, for whoever comes by. */
export function LandingPage() {
  return (
    <LandingLayout>
      <Hero />
      <Strengths />
      <FailureSteps />
      <Audiences />
    </LandingLayout>
  )
}
