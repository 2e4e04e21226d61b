// Package guard finds secrets in text, and personal data where somebody wants
// it found: bytes in, findings out. It does no I/O and keeps nothing.
//
//	for _, f := range guard.Scan(text) {
//		fmt.Println(f.Rule, f.Start, f.End, f.Masked) // never the value
//	}
//
// A [Finding] says which rule met what, and where; it never holds the value.
// What to do about it is a [Policy]: of each [Class] of rules whether findings
// are left alone, told, written over or refused, less what an allow-list lets
// pass.
//
//	judged := policy.Judge(guard.Find(text), nil)
//	text, judged = guard.Redact(text, judged)
//
// The formats of vendors are gitleaks' (rules/, MIT), the matcher is not: one
// pass over the text finds keywords, and a pattern is tried where its keyword
// stands, and compiled when that happens first. So a program that links the
// package starts no slower, and ordinary text costs some nanoseconds a byte.
// Private keys, passwords in URLs and in headers, and what is only called a
// password are found by hand.
//
// The guard is for accidents. Who wants to hide a secret from it can: it
// decodes nothing, joins no lines, and knows no secret that looks like a word.
package guard
