import { checkHasConfiguredReporting } from 'csp_evaluator/dist/checks/security_checks.js'
import { CspEvaluator, DEFAULT_CHECKS, STRICTCSP_CHECKS } from 'csp_evaluator/dist/evaluator.js'
import { Severity, Type } from 'csp_evaluator/dist/finding.js'
import { CspParser } from 'csp_evaluator/dist/parser.js'

/** A finding of Google's CSP Evaluator about a policy. */
export interface PolicyFinding {
  /** as the Evaluator names it, such as `MEDIUM_MAYBE` */
  severity: string
  directive: string
  description: string
  /** the finding is known and allowed, see below */
  accepted: boolean
}

type Finding = ReturnType<CspEvaluator['evaluate']>[number]

/** Reads a content security policy with all checks of Google's CSP Evaluator. */
export function policyFindings(policy: string): PolicyFinding[] {
  const evaluator = new CspEvaluator(new CspParser(policy).csp)
  const findings = evaluator.evaluate(
    [...STRICTCSP_CHECKS, checkHasConfiguredReporting],
    DEFAULT_CHECKS,
  )
  return findings.map((finding) => ({
    severity: Severity[finding.severity],
    directive: [finding.directive, finding.value ?? ''].join(' ').trim(),
    description: finding.description,
    accepted: isNoteAboutSelf(finding) || isNoteAboutOldBrowsers(finding),
  }))
}

/**
 * "'self' can be problematic if you host JSONP, AngularJS or user uploaded files": the host serves
 * the files of the build and no uploads, and its data has a separate policy under which nothing runs.
 */
function isNoteAboutSelf({ type, value, severity }: Finding) {
  return (
    type === Type.SCRIPT_ALLOWLIST_BYPASS &&
    value === "'self'" &&
    severity === Severity.MEDIUM_MAYBE
  )
}

/**
 * "Consider adding 'unsafe-inline' to be backward compatible": for browsers that know no hashes.
 * Those run no module script either, so nothing of the app would start in them.
 */
function isNoteAboutOldBrowsers({ type }: Finding) {
  return type === Type.UNSAFE_INLINE_FALLBACK
}
