package house_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Where a row of the threat model names its tests: `internal/verify`: TestPins,
// FuzzPayload. A script or another file is named by its path alone.
var (
	namedTests = regexp.MustCompile("`([a-z][A-Za-z0-9_./-]*)`(?:: ((?:Test|Fuzz)[A-Za-z0-9_]+(?:, (?:Test|Fuzz)[A-Za-z0-9_]+)*))?")
	tableRow   = regexp.MustCompile(`^\| (.*) \|$`)
)

// TestEveryThreatHasItsTest reads the tables of docs/threat-model.md whose last
// column is "test": each row names tests, and each of them is there.
func TestEveryThreatHasItsTest(t *testing.T) {
	root := filepath.Join("..", "..")
	text, err := os.ReadFile(filepath.Join(root, "docs", "threat-model.md"))
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]map[string]bool{}
	rows, inTable := 0, false
	for line := range strings.SplitSeq(string(text), "\n") {
		cells := tableRow.FindStringSubmatch(line)
		switch {
		case cells == nil:
			inTable = false
			continue
		case strings.HasSuffix(line, "| test |"):
			inTable = true
			continue
		case !inTable || strings.HasPrefix(line, "| --- "):
			continue
		}
		rows++
		columns := strings.Split(cells[1], " | ")
		named := namedTests.FindAllStringSubmatch(columns[len(columns)-1], -1)
		if len(named) == 0 {
			t.Errorf("no test is named: %s", line)
		}
		for _, n := range named {
			at := filepath.Join(root, filepath.FromSlash(n[1]))
			info, err := os.Stat(at)
			switch {
			case err != nil:
				t.Errorf("%s is not there: %s", n[1], line)
			case info.IsDir() && n[2] == "":
				t.Errorf("%s is named without a test: %s", n[1], line)
			case info.IsDir():
				if known[n[1]] == nil {
					known[n[1]] = testsIn(t, at)
				}
				for name := range strings.SplitSeq(n[2], ", ") {
					if !known[n[1]][name] {
						t.Errorf("%s has no %s: %s", n[1], name, line)
					}
				}
			}
		}
	}
	if rows < 50 {
		t.Errorf("only %d rows: the test looks in the wrong place", rows)
	}
}

// testsIn lists the test functions of a directory.
func testsIn(t *testing.T, dir string) map[string]bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	tests := map[string]bool{}
	for _, name := range files {
		for _, d := range parsed(t, name).Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil {
				tests[f.Name.Name] = true
			}
		}
	}
	return tests
}

func parsed(t *testing.T, name string) *ast.File {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// TestNoPatternComesFromOutside: every regular expression of the program is
// written out where it is compiled, so that nobody can send one. (Go's run in
// linear time, whatever they are.)
func TestNoPatternComesFromOutside(t *testing.T) {
	seen := 0
	for _, p := range packages(t) {
		if strings.HasPrefix(p.ImportPath, module+"scripts/") { // no part of the program
			continue
		}
		for _, name := range p.GoFiles {
			ast.Inspect(parsed(t, filepath.Join(p.Dir, name)), func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok || !isCallOf(call, "regexp", "Compile", "MustCompile", "CompilePOSIX", "MustCompilePOSIX", "Match", "MatchString", "MatchReader") {
					return true
				}
				seen++
				if _, literal := call.Args[0].(*ast.BasicLit); !literal {
					t.Errorf("%s/%s: a pattern is put together", p.ImportPath, name)
				}
				return true
			})
		}
	}
	if seen == 0 {
		t.Error("no pattern was seen: the test looks in the wrong place")
	}
}

func isCallOf(call *ast.CallExpr, pkg string, names ...string) bool {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	x, ok := sel.X.(*ast.Ident)
	if !ok || x.Name != pkg {
		return false
	}
	for _, name := range names {
		if sel.Sel.Name == name {
			return true
		}
	}
	return false
}

// TestSecretsAreComparedInConstantTime holds by construction what a clock
// measures badly: where a secret is known to the process, its comparison is that
// of crypto/subtle over digests of one length; where it lies in the table, it is
// looked up under its digest, and nothing is compared at all.
func TestSecretsAreComparedInConstantTime(t *testing.T) {
	root := filepath.Join("..", "..", "internal")
	for _, c := range []struct{ file, function, pkg, call string }{
		{"httpapi/auth.go", "isOwner", "subtle", "ConstantTimeCompare"},
		{"httpapi/auth.go", "isOwner", "sha256", "Sum256"},
		{"verbs/cursor.go", "openCursor", "subtle", "ConstantTimeCompare"},
		{"chain/hash.go", "CheckDigest", "subtle", "ConstantTimeCompare"},
	} {
		body := functionOf(t, filepath.Join(root, filepath.FromSlash(c.file)), c.function)
		calls := false
		ast.Inspect(body, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && isCallOf(call, c.pkg, c.call) {
				calls = true
			}
			return true
		})
		if !calls {
			t.Errorf("%s: %s does not call %s.%s", c.file, c.function, c.pkg, c.call)
		}
	}
	identify := functionOf(t, filepath.Join(root, "access", "key.go"), "Identify")
	ast.Inspect(identify, func(n ast.Node) bool {
		if b, ok := n.(*ast.BinaryExpr); ok && (b.Op == token.EQL || b.Op == token.NEQ) && (isIdent(b.X, "secret") || isIdent(b.Y, "secret")) {
			t.Error("access: Identify compares the secret itself")
		}
		return true
	})
}

func isIdent(e ast.Expr, name string) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == name
}

func functionOf(t *testing.T, file, name string) *ast.FuncDecl {
	t.Helper()
	for _, d := range parsed(t, file).Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Name.Name == name {
			return f
		}
	}
	t.Fatalf("%s has no function %s", file, name)
	return nil
}
