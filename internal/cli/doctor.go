package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/local"
	"github.com/kaibo-dev/kaibo/internal/structure/model"
	"github.com/kaibo-dev/kaibo/internal/telemetry"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// finding is one thing that the doctor looked at.
type finding struct {
	Check  string `json:"check"`
	Status string `json:"status"` // ok, warn or fail
	Detail string `json:"detail"`
	Advice string `json:"advice,omitempty"`
}

// destination is an address that data can leave for.
type destination struct {
	What     string `json:"what"`
	Address  string `json:"address"`
	Loopback bool   `json:"loopback"`
	InUse    bool   `json:"inUse"` // data goes there now; else once somebody turns it on
}

// diagnosis is the answer of kaibo doctor.
type diagnosis struct {
	OK        bool          `json:"ok"`
	Checks    []finding     `json:"checks"`
	Addresses []destination `json:"addresses"`
}

// The statuses of a finding.
const (
	isFine  = "ok"
	isOdd   = "warn"
	isWrong = "fail"
)

func (d *diagnosis) add(check, status, detail, advice string) {
	d.Checks = append(d.Checks, finding{Check: check, Status: status, Detail: detail, Advice: advice})
	d.OK = d.OK && status != isWrong
}

func (d *diagnosis) leaves(what, address string, inUse bool) {
	d.Addresses = append(d.Addresses, destination{What: what, Address: address, Loopback: model.IsLoopback(address), InUse: inUse})
}

func (s *program) doctorCommand() *cobra.Command {
	return &cobra.Command{
		Use: "doctor", Short: "Check the install, and list where data can go", GroupID: "program", Args: cobra.NoArgs,
		Long: "Checks the data directory, the server, its clock and version, the key and the model, says what to do about each thing\n" +
			"that is wrong, and lists every address that data of the project can leave for. It changes nothing, and sends no data.\n" +
			"It ends with 1 when something is wrong.",
		RunE: func(cmd *cobra.Command, _ []string) error {
			d := s.diagnose(cmd.Context())
			if err := s.showDiagnosis(d); err != nil {
				return err
			}
			if !d.OK {
				return &exitError{code: exitDiffers}
			}
			return nil
		},
	}
}

// diagnose looks at everything. What cannot be looked at is a finding.
func (s *program) diagnose(ctx context.Context) *diagnosis {
	d := &diagnosis{OK: true, Checks: []finding{}, Addresses: []destination{}}
	d.add("version", isFine, "kaibo "+version()+", "+runtime.Version()+" on "+runtime.GOOS+"/"+runtime.GOARCH, "")
	there := true
	if s.url == "" {
		there = s.checkData(d)
	} else {
		d.leaves("the server that commands talk to (--url, KAIBO_URL)", s.url, true)
	}
	if to := telemetry.Endpoint(os.LookupEnv); to != "" {
		d.leaves("traces of requests, ids and times only (OTEL_EXPORTER_OTLP_ENDPOINT; kaibo serve)", withoutUser(to), true)
	}
	configured := s.checkModelSetting(ctx, d)
	if !there && s.stack == "" {
		return d // nothing to ask, and to ask it would make the directory
	}
	c, err := s.connect(ctx)
	if err != nil {
		_, next := exitCode(err)
		d.add("server", isWrong, clean(err.Error()), next)
		return d
	}
	defer func() { _ = c.close() }()
	if s.checkServer(ctx, d, c) {
		s.checkKey(ctx, d, c)
		s.checkProject(ctx, d, c, configured)
	}
	return d
}

// checkData looks at the data directory, and tells whether there is anything by
// its name.
func (s *program) checkData(d *diagnosis) bool {
	dir := s.dataDir()
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, os.ErrNotExist):
		d.add("data directory", isOdd, "nothing is remembered yet: "+dir+" is made by the first command that uses it", "Begin with: kaibo remember TEXT; or name another with --data DIR or KAIBO_DATA.")
		return false
	case err != nil:
		d.add("data directory", isWrong, err.Error(), "Name another with --data DIR or KAIBO_DATA.")
		return true
	case !info.IsDir():
		d.add("data directory", isWrong, dir+" is no directory", "Name another with --data DIR or KAIBO_DATA.")
		return true
	}
	if runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		d.add("data directory", isWrong, fmt.Sprintf("%s can be read by others (%s)", dir, info.Mode().Perm()), "chmod 700 "+dir)
	} else {
		d.add("data directory", isFine, dir, "")
	}
	if owner, err := local.ReadOwner(dir); err == nil && owner.Address != "" {
		d.add("server process", isFine, fmt.Sprintf("process %d says that it serves http://%s", owner.PID, owner.Address), "")
	}
	return true
}

// checkModelSetting looks at the model that this process's environment names,
// and whether it answers. Nothing of a project is sent.
func (s *program) checkModelSetting(ctx context.Context, d *diagnosis) bool {
	m, err := modelFromEnv()
	if err != nil {
		_, next := exitCode(err)
		d.add("model", isWrong, err.Error(), next)
		return false
	}
	if m == nil {
		return false
	}
	if !m.Loopback() {
		if strings.HasPrefix(m.Address(), "http:") {
			d.add("model", isOdd, "text goes to "+m.Address()+" in the clear", "Use https, or a model on this machine.")
		}
		for _, name := range []string{"HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"} {
			if v := os.Getenv(name); v != "" {
				d.leaves("the proxy on the way to the model ("+name+")", withoutUser(v), true)
			}
		}
	}
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodHead, m.Address(), nil)
	if err == nil {
		var resp *http.Response
		client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
		if resp, err = client.Do(req); err == nil {
			_ = resp.Body.Close()
		}
	}
	if err != nil {
		d.add("model", isOdd, fmt.Sprintf("%s at %s does not answer", m.Name(), m.Address()), "Start it, or mend KAIBO_MODEL_URL; until then the rules answer in its place.")
	} else {
		d.add("model", isFine, fmt.Sprintf("%s at %s answers", m.Name(), m.Address()), "")
	}
	return true
}

// withoutUser drops what stands before the host of a URL: a password may.
func withoutUser(url string) string {
	scheme, rest, ok := strings.Cut(url, "://")
	if !ok {
		scheme, rest = "http", url
	}
	if i := strings.LastIndexByte(rest, '@'); i >= 0 {
		rest = rest[i+1:]
	}
	return scheme + "://" + rest
}

// maxSkew is how far two clocks may be apart before it is a finding.
const maxSkew = 5 * time.Second

// checkServer asks the server how it is; without an answer nothing else can be
// asked.
func (s *program) checkServer(ctx context.Context, d *diagnosis, c *client) bool {
	before := time.Now()
	answer, err := c.get(ctx, "/healthz")
	var health verbs.HealthOut
	var problem *problemError
	if err == nil {
		err = json.Unmarshal(answer, &health)
	}
	if err != nil && !errors.As(err, &problem) {
		_, next := exitCode(err)
		d.add("server", isWrong, clean(err.Error()), next)
		return false
	}
	if problem != nil || health.Status != "ok" {
		d.add("server", isWrong, strings.TrimSpace(c.where+" is not well: "+clean(health.Reason)), "Its log says why.")
		return false
	}
	d.add("server", isFine, c.where+" is well", "")
	if health.Version != version() {
		d.add("server version", isOdd, fmt.Sprintf("the server is %s, this command %s", health.Version, version()), "Use the same version of both.")
	}
	if skew := health.Time.Std().Sub(before); skew > maxSkew || skew < -maxSkew {
		d.add("clock", isWrong, fmt.Sprintf("the server's clock is %s off this machine's", skew.Round(time.Second)), "Set both by NTP: recordedAt comes from the server's.")
	} else {
		d.add("clock", isFine, "within 5 s of the server's", "")
	}
	return true
}

// checkKey finds out whether the key is taken.
func (s *program) checkKey(ctx context.Context, d *diagnosis, c *client) {
	_, err := c.post(ctx, "streams", []byte(`{"limit": 1}`), "")
	var problem *problemError
	said := "no key is set"
	if s.key != "" {
		said = "the key in KAIBO_API_KEY"
	}
	switch {
	case err == nil:
		d.add("key", isFine, said+", and the server answers", "")
	case errors.As(err, &problem) && problem.problem.Code == kaibo.Forbidden.String():
		d.add("key", isFine, said+" is valid and lacks the scope read", "")
	case errors.As(err, &problem) && problem.problem.Code == kaibo.NotFound.String():
		d.add("project", isOdd, "there is no such project yet", "Its first write makes it on a local server; else: kaibo projects create NAME")
	default:
		_, next := exitCode(err)
		d.add("key", isWrong, clean(err.Error()), next)
	}
}

// checkProject lists where the project's data can go.
func (s *program) checkProject(ctx context.Context, d *diagnosis, c *client, configured bool) {
	var m verbs.ModelOut
	if answer, err := c.post(ctx, "model", []byte("{}"), ""); err == nil && json.Unmarshal(answer, &m) == nil {
		switch {
		case m.Model != "":
			d.leaves("the model "+m.Model+" (model.set turns it on)", m.Address, m.On)
		case m.On:
			d.add("model", isOdd, "the project has a model on, and the server has none", "Start the server with KAIBO_MODEL_URL, or: kaibo model set --on=false")
		case configured:
			d.add("model", isOdd, "this environment names a model, and the server was started without one", "Start the server with the same variables.")
		}
	}
	s.listWebhooks(ctx, d, c)
}

// listWebhooks lists the addresses of the project's webhooks, where the server
// has any. They are told ids, never text.
func (s *program) listWebhooks(ctx context.Context, d *diagnosis, c *client) {
	if _, ok := verbs.Lookup("webhooks"); !ok {
		return
	}
	answer, err := c.post(ctx, "webhooks", []byte("{}"), "")
	if err != nil {
		d.add("webhooks", isOdd, "they cannot be listed: "+clean(err.Error()), "A key with the scope forget may.")
		return
	}
	var list struct {
		Items []struct {
			URL    string `json:"url"`
			Status string `json:"status"`
		} `json:"items"`
	}
	if json.Unmarshal(answer, &list) == nil {
		for _, w := range list.Items {
			address, _, _ := strings.Cut(withoutUser(w.URL), "?") // a query may hold a secret
			d.leaves("a webhook, ids only", address, w.Status == "enabled")
		}
	}
}

// showDiagnosis writes what was found.
func (s *program) showDiagnosis(d *diagnosis) error {
	if s.json {
		b, err := json.Marshal(d)
		if err != nil {
			return fmt.Errorf("write diagnosis: %w", err)
		}
		_, err = s.out.Write(append(b, '\n'))
		return err
	}
	p := &printer{w: s.out, width: s.width}
	for _, f := range d.Checks {
		p.line("%-4s  %s: %s", f.Status, f.Check, f.Detail)
		if f.Advice != "" {
			p.line("      %s", f.Advice)
		}
	}
	p.line("")
	if len(d.Addresses) == 0 {
		p.line("Data of the project leaves this machine for no address that is configured.")
		return nil
	}
	p.line("Addresses that data can go to:")
	for _, a := range d.Addresses {
		where, use := "another machine", "in use"
		if a.Loopback {
			where = "this machine"
		}
		if !a.InUse {
			use = "off"
		}
		p.line("  %s  %s: %s, %s", a.Address, a.What, where, use)
	}
	return nil
}
